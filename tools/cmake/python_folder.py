"""python_folder.py PREFIX OTHERWISE: the folder of packages below PREFIX in which this Python looks, or OTHERWISE."""
import os
import site
import sys

prefix, otherwise = sys.argv[1:]
folders = [os.path.relpath(folder, prefix) for folder in [*site.getsitepackages(), site.getusersitepackages()]]
print(next((folder for folder in folders if folder.startswith("lib")), otherwise))
