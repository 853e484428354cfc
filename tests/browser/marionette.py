"""Firefox for Selenium without geckodriver, which Debian does not have: Firefox's own remote protocol, Marionette.

A message is LENGTH:JSON over a TCP connection; a command is [0, number, name, parameters], its answer
[1, number, error, result]. The commands are those of WebDriver by other names.
"""
import itertools
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import time

from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.remote.webdriver import WebDriver

from conftest import Settled

NAMES = {Command.NEW_SESSION: "NewSession", Command.GET: "Navigate", Command.REFRESH: "Refresh", Command.GET_CURRENT_URL: "GetCurrentURL",
         Command.FIND_ELEMENT: "FindElement", Command.FIND_ELEMENTS: "FindElements", Command.FIND_CHILD_ELEMENT: "FindElement",
         Command.W3C_EXECUTE_SCRIPT: "ExecuteScript", Command.W3C_EXECUTE_SCRIPT_ASYNC: "ExecuteAsyncScript", Command.CLICK_ELEMENT: "ElementClick",
         Command.CLEAR_ELEMENT: "ElementClear", Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys", Command.GET_ELEMENT_TEXT: "GetElementText",
         Command.GET_ELEMENT_PROPERTY: "GetElementProperty", Command.W3C_GET_ACTIVE_ELEMENT: "GetActiveElement",
         Command.IS_ELEMENT_ENABLED: "IsElementEnabled", Command.W3C_ACTIONS: "PerformActions", Command.W3C_CLEAR_ACTIONS: "ReleaseActions",
         Command.SCREENSHOT: "TakeScreenshot", Command.SET_WINDOW_RECT: "SetWindowRect", Command.W3C_GET_CURRENT_WINDOW_HANDLE: "GetWindowHandle",
         Command.W3C_GET_WINDOW_HANDLES: "GetWindowHandles", Command.SWITCH_TO_WINDOW: "SwitchToWindow", Command.NEW_WINDOW: "NewWindow",
         Command.CLOSE: "CloseWindow"}
PREFERENCES = {"marionette.port": 0, "network.dns.disabled": True, "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0,
               "datareporting.policy.dataSubmissionEnabled": False, "app.update.disabledForTesting": True, "browser.download.folderList": 2,
               "browser.download.always_ask_before_handling_new_types": False}


class Connection:
    """What selenium.webdriver.remote.remote_connection.RemoteConnection is for a driver over HTTP."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=300)
        self.file = self.socket.makefile("rb")
        self.numbers = itertools.count(1)
        self.receive()  # its greeting

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.file.read(1)
            if not byte:
                raise ConnectionError("Firefox has closed the connection")
            length += byte
        return json.loads(self.file.read(int(length[:-1])))

    def send(self, name, parameters):
        message = json.dumps([0, next(self.numbers), name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        return error, result

    def execute(self, command, parameters):
        if command == Command.NEW_SESSION:
            parameters = {"strictFileInteractability": False, "unhandledPromptBehavior": "accept"}
        if command == Command.FIND_CHILD_ELEMENT:
            parameters["element"] = parameters.pop("id")
        error, result = self.send("WebDriver:" + NAMES[command], parameters)
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        if isinstance(result, dict) and set(result) == {"value"}:
            result = result["value"]
        return {"value": result}

    def close(self):
        self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.socket.close()


class Options(ArgOptions):
    @property
    def default_capabilities(self):
        return {}


class Firefox(Settled, WebDriver):
    """Headless, with a profile of its own."""

    def __init__(self, program, downloads):
        self.folder = tempfile.TemporaryDirectory(prefix="subintent-firefox-")
        profile = pathlib.Path(self.folder.name) / "profile"
        profile.mkdir()
        chosen = {**PREFERENCES, "browser.download.dir": str(downloads)}
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in chosen.items()))
        self.process = subprocess.Popen([program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
                                        env={**os.environ, "HOME": self.folder.name}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        super().__init__(command_executor=Connection(self.port(profile)), options=Options(), file_detector=UselessFileDetector())

    def port(self, profile):
        for _ in range(1800):  # three minutes
            file = profile / "MarionetteActivePort"
            if file.exists() and file.read_text().strip():
                return int(file.read_text())
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError("Firefox does not start")

    def quit(self):
        try:
            self.command_executor.close()
            self.process.wait(20)
        finally:
            self.process.kill()
            self.folder.cleanup()
