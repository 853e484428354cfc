#include "gil.h"

#include <unistd.h>

namespace subintent::python {

void rest() {
  for (;;) pause();
}

// At the end of the interpreter there is no state for a thread that Python does not know. The
// thread that ends it has the lock already.
PyGILState_STATE WithGil::taken() {
#if PY_VERSION_HEX >= 0x030d0000
  const bool ends = Py_IsFinalizing() != 0;
#else
  const bool ends = _Py_IsFinalizing() != 0;
#endif
  if (ends && PyGILState_Check() == 0) rest();
  return calling_python(PyGILState_Ensure);
}

}  // namespace subintent::python
