"""The library for Conan 2, for evaluation alone, since Conan's index has no Snowball: conan create packaging/conan.

Untried: Conan was not at hand. Its form is tested, over stand-ins of what it imports (tests/structure/check_recipes.py).
"""
import pathlib

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy
from conan.tools.gnu import PkgConfigDeps

SOURCES = pathlib.Path(__file__).resolve().parents[2]
NOT_COMPILED = ("build*", "debian*", "docs*", "data*", "bench*", "tests*", ".git*")


class Subintent(ConanFile):
    name = "subintent"
    version = "0.2.0"
    description = "Evaluation of search result diversification with hierarchies of subintents"
    license = "Apache-2.0"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def export_sources(self):
        copy(self, "*", SOURCES, self.export_sources_folder, excludes=NOT_COMPILED)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        check_min_cppstd(self, 20)

    def requirements(self):
        self.requires("boost/[>=1.74]", options={"header_only": True}, visible=False)
        for library in ("fmt/[>=9]", "libdeflate/[>=1.14]", "libmd/[>=1.0]", "onetbb/[>=2021.8]", "pugixml/[>=1.13]", "simdjson/[>=3.0]",
                        "xxhash/[>=0.8]", "zlib/[>=1.2]", "zstd/[>=1.5]"):  # fmt: skip
            self.requires(library)

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.21]")
        self.tool_requires("pkgconf/[>=1.9]")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for name in ("BUILD_TESTING", "SUBINTENT_COLLECTIONS", "SUBINTENT_PROGRAM", "SUBINTENT_PYTHON"):
            toolchain.cache_variables[name] = False
        toolchain.generate()
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, pathlib.Path(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["subintent"]
        self.cpp_info.set_property("cmake_file_name", "subintent")
        self.cpp_info.set_property("cmake_target_name", "subintent::subintent")
