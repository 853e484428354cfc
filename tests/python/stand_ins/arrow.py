"""A table that gives Arrow's C stream, as polars and Arrow do, which are not installed: made of lists, by the public specification."""
import ctypes
import struct

NUMBERS = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q", "f": "f", "g": "d"}


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


_release_schema, _release_array, _release_stream = (ctypes.CFUNCTYPE(None, ctypes.POINTER(kind)) for kind in (Schema, Array, Stream))
Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.POINTER(Schema)),
    ("release", _release_schema), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)), ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)), ("release", _release_array), ("private_data", ctypes.c_void_p),
]  # fmt: skip
_get_schema = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
_get_next = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
_get_error = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Stream))
Stream._fields_ = [("get_schema", _get_schema), ("get_next", _get_next), ("get_last_error", _get_error), ("release", _release_stream),
                   ("private_data", ctypes.c_void_p)]  # fmt: skip

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def _bits(truths):
    made = bytearray((len(truths) + 7) // 8)
    for place, truth in enumerate(truths):
        made[place // 8] |= bool(truth) << place % 8
    return bytes(made)


def _buffers(kind, values):
    """The buffers behind the first, which says what is there."""
    if kind in NUMBERS:
        return [struct.pack(f"{len(values)}{NUMBERS[kind]}", *(value or 0 for value in values))]
    if kind == "b":
        return [_bits(values)]
    texts = [value if isinstance(value, bytes) else (value or "").encode() for value in values]
    if kind == "vu":
        views, data = b"", b""
        for text in texts:
            if len(text) <= 12:
                views += struct.pack("i12s", len(text), text)
            else:
                views += struct.pack("i4sii", len(text), text[:4], 0, len(data))
                data += text
        return [views, data, struct.pack("q", len(data))]
    ends = [sum(map(len, texts[:place])) for place in range(len(texts) + 1)]
    return [struct.pack(f"{len(ends)}{'i' if kind == 'u' else 'q'}", *ends), b"".join(texts)]


class Table:
    """Columns (name, kind, values): kind is Arrow's format, or a pair of those of the places and of the values of a dictionary.

    Rows come in batches of `batch`; `offset` rows that are no part of the table stand before those of each array. `error` is what
    the stream fails with, after `batches` of them. `spoil` is called with the schema and with each batch before they are given, to
    make them wrong. `released` counts what was given back, and `twice` what was given back again.
    """

    def __init__(self, *columns, batch=2, offset=0, error=None, batches=0, spoil=None):
        self.columns_given, self.batch, self.offset, self.error, self.batches = columns, batch, offset, error, batches
        self.spoil = spoil or (lambda structure: None)
        self.twice = 0
        self.released, self.given, self._kept = 0, 0, []

    def _keep(self, thing):
        self._kept.append(thing)
        return thing

    def _releaser(self, kind):
        done = set()

        def release(pointer):
            self.released += 1
            self.twice += ctypes.addressof(pointer.contents) in done
            done.add(ctypes.addressof(pointer.contents))
            pointer.contents.release = kind()

        return self._keep(kind(release))

    def _fill_schema(self, schema, name, kind, children=()):
        schema.format = self._keep((kind if isinstance(kind, str) else kind[0]).encode())
        schema.name = self._keep(name.encode())
        schema.n_children = len(children)
        parts = self._keep([self._keep(Schema()) for _ in children])
        for part, (child, kind_of_child, _) in zip(parts, children):
            self._fill_schema(part, child, kind_of_child)
        schema.children = self._keep((ctypes.POINTER(Schema) * max(len(parts), 1))(*map(ctypes.pointer, parts)))
        if not isinstance(kind, str):
            inner = self._keep(Schema())
            self._fill_schema(inner, "", kind[1])
            schema.dictionary = ctypes.pointer(inner)

    def _fill_array(self, array, kind, values, offset):
        if not isinstance(kind, str):
            words = sorted({value for value in values if value is not None})
            inner = self._keep(Array())
            self._fill_array(inner, kind[1], words, 0)
            array.dictionary = ctypes.pointer(inner)
            kind, values = kind[0], [None if value is None else words.index(value) for value in values]
        before = [values[0] if values else None] * offset
        all_values = [*before, *values]
        present = _bits([value is not None for value in all_values]) if None in all_values else None
        held = [self._keep(ctypes.create_string_buffer(data, max(len(data), 1))) for data in _buffers(kind, all_values)]
        first = ctypes.cast(self._keep(ctypes.create_string_buffer(present)), ctypes.c_void_p) if present else None
        array.length, array.offset, array.null_count = len(values), offset, sum(value is None for value in values)
        array.n_buffers = 1 + len(held)
        array.buffers = self._keep((ctypes.c_void_p * array.n_buffers)(first, *(ctypes.cast(one, ctypes.c_void_p) for one in held)))

    def __arrow_c_stream__(self, requested_schema=None):
        rows, at = len(self.columns_given[0][2]) if self.columns_given else 0, [0]

        def get_schema(_, out):
            self._fill_schema(out.contents, "", "+s", self.columns_given)
            out.contents.release = self._releaser(_release_schema)
            self.given += 1
            self.spoil(out.contents)
            return 0

        def get_next(_, out):
            ctypes.memset(out, 0, ctypes.sizeof(Array))
            if self.error and at[0] >= self.batches * self.batch:
                return 5
            if at[0] >= rows:
                return 0
            begin, end = at[0], min(at[0] + self.batch, rows)
            at[0] = end
            batch = out.contents
            parts = [self._keep(Array()) for _ in self.columns_given]
            for part, (_, kind, values) in zip(parts, self.columns_given):
                self._fill_array(part, kind, values[begin:end], self.offset)
            batch.length, batch.n_children, batch.n_buffers = end - begin, len(parts), 1
            batch.children = self._keep((ctypes.POINTER(Array) * max(len(parts), 1))(*map(ctypes.pointer, parts)))
            batch.buffers = self._keep((ctypes.c_void_p * 1)(None))
            batch.release = self._releaser(_release_array)
            self.given += 1
            self.spoil(batch)
            return 0

        stream, message = self._keep(Stream()), self._keep(ctypes.create_string_buffer((self.error or "").encode()))
        stream.get_schema, stream.get_next = self._keep(_get_schema(get_schema)), self._keep(_get_next(get_next))
        stream.get_last_error = self._keep(_get_error(lambda _: ctypes.addressof(message)))
        stream.release = self._releaser(_release_stream)
        return _new_capsule(ctypes.addressof(stream), b"arrow_array_stream", None)
