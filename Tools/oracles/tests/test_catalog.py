"""Every oracle has a command line that answers, and says what it needs."""
import importlib
import inspect
import pathlib
import unittest

from cellheights_oracles.catalog import NEEDS, ORACLES, find


class CatalogTests(unittest.TestCase):
    def test_every_oracle_has_a_command_line(self):
        for oracle in ORACLES:
            name = f"cellheights_oracles.{oracle.module}"
            module = importlib.import_module(name)
            if hasattr(module, "__path__"):
                module = importlib.import_module(f"{name}.__main__")
            self.assertIn(f'prog="oracles {oracle.name}"', inspect.getsource(module))
            self.assertTrue(callable(module.main))

    def test_every_package_is_an_oracle(self):
        folder = pathlib.Path(inspect.getfile(find)).parent
        packages = {path.parent.name for path in folder.glob("*/__main__.py")}
        self.assertEqual(packages, {o.module for o in ORACLES} - {"quick"})

    def test_needs_are_known(self):
        for oracle in ORACLES:
            self.assertLessEqual(set(oracle.needs), set(NEEDS))

    def test_a_program_that_is_named_is_not_built(self):
        self.assertEqual(find("solver").needs_for(["--binary", "x"]), ["python"])
        self.assertEqual(find("solver").needs_for(["--fixtures"]), ["python"])
        self.assertEqual(find("browser").needs_for(["--write=x"]), [])
        self.assertIn("chromium", find("browser").needs_for([]))


if __name__ == "__main__":
    unittest.main()
