// perf_hooks: performance.now.
exports.performance = { timeOrigin: native.origin(), now: native.now, mark: function () {}, measure: function () {}, markResourceTiming: function () {}, toJSON: function () { return { timeOrigin: this.timeOrigin }; } };
