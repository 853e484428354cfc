"""What subintent.pyterrier needs of PyTerrier, for tests, as that is not installed: transformers that are composed by >>."""


class Transformer:
    def transform(self, results):
        raise NotImplementedError

    def __call__(self, results):
        return self.transform(results)

    def __rshift__(self, other):
        return _Composed(self, other)


class _Composed(Transformer):
    def __init__(self, first, second):
        self.parts = first, second

    def transform(self, results):
        first, second = self.parts
        return second(first(results))
