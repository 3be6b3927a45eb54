/** A CSS module in tests: each class has its name of the source. */
export default new Proxy({}, { get: (_, name) => String(name) })
