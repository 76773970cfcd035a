class Loader:
    """Loads a module as another loader does, and changes it then."""

    def __init__(self, loader, change):
        self._loader, self._change = loader, change

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        self._change(module)

    def __getattr__(self, name):
        return getattr(self._loader, name)
