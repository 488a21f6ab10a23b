import { createRequire, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sourceMapOf } from './compile-typescript.mjs';

register('./typescript-hooks.mjs', import.meta.url);
const require = createRequire(import.meta.url);
const asyncHooks = require('node:async_hooks');
const { AsyncLocalStorage } = asyncHooks;

/** Global symbols under which Jest keeps the event handlers of a test file and the timeout of its tests. */
const [HANDLERS, TIMEOUT] = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'].map((name) => Symbol.for(name));

/** The part of the `jest` object that is supported. For spies and clocks use `mock` of `node:test`. */
const JEST = {
  setTimeout: (ms) => void (globalThis[TIMEOUT] = ms),
};

/** Source maps of our own files, which Jest looks up when it formats a stack. */
const SOURCE_MAPS = {
  get: (file) =>
    file?.endsWith('.ts') ? sourceMapOf(file.startsWith('file:') ? fileURLToPath(file) : file) : undefined,
  [Symbol.iterator]: () => [][Symbol.iterator](),
};

/** Class of storages that adds each one to a list. */
const storageKeptIn = (list) =>
  class extends AsyncLocalStorage {
    constructor(...options) {
      super(...options);
      list.push(this);
    }
  };

/**
 * Runs test files with Node's own module system instead of Jest's, so that a worker loads the service and its packages
 * once instead of once per test file. Test files of a worker share the state of modules and cannot replace modules.
 */
export default class NativeRuntime {
  /** Storages of the test framework. While one is in use, each promise of the process costs more, until it is disabled. */
  #storages = [];

  getSourceMaps() {
    return SOURCE_MAPS;
  }

  /** Loads Jest's test framework, again for each test file because its modules hold the tests of the file. */
  requireInternalModule(path) {
    this.#forget(path);
    // A value in some versions of Node.js, a getter in others.
    const own = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
    const value = storageKeptIn(this.#storages);
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value, configurable: true, enumerable: true });
    try {
      return require(path);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', own);
    }
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  setGlobalsForRuntime(globals) {
    Object.assign(globalThis, globals, { jest: JEST });
  }

  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}
  getAllV8CoverageInfoCopy() {}

  teardown() {
    for (const storage of this.#storages) storage.disable();
  }

  #forget(path) {
    delete require.cache[path];
    delete globalThis[HANDLERS];
    delete globalThis[TIMEOUT];
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (key.description === 'JEST_STATE_SYMBOL') delete globalThis[key];
    }
  }
}
