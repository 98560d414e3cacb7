// Makes the CallSite objects that Error.prepareStackTrace gets.
(function () {
  'use strict';
  const data = new WeakMap();
  const of = o => data.get(o);
  class CallSite {
    getFileName() { return of(this).file || undefined; }
    getScriptNameOrSourceURL() { return of(this).file || undefined; }
    getLineNumber() { return of(this).line || null; }
    getColumnNumber() { return of(this).column || null; }
    getEnclosingLineNumber() { return of(this).line || null; }
    getEnclosingColumnNumber() { return of(this).column || null; }
    getPosition() { return 0; }
    getFunctionName() { return of(this).function || null; }
    getTypeName() { return of(this).type || null; }
    getMethodName() { return of(this).method || null; }
    getThis() { return of(this).this; }
    getFunction() { return of(this).callee; }
    getEvalOrigin() { return undefined; }
    getScriptHash() { return ''; }
    getPromiseIndex() { return of(this).element; }
    isNative() { return of(this).native; }
    isToplevel() { return of(this).type === '' && !of(this).construct; }
    isConstructor() { return of(this).construct; }
    isEval() { return false; }
    isAsync() { return of(this).async; }
    isPromiseAll() { return of(this).element !== null && of(this).function === 'all'; }
    toString() { return of(this).text; }
  }
  return function (values) {
    const o = new CallSite();
    data.set(o, values);
    return o;
  };
})()
