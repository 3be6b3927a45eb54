const { hash } = require('node:crypto')
const { stripTypeScriptTypes } = require('node:module')

/** Node's own type stripping: tests run what Node runs, every line and column where it was. */
const process_ = (source) => ({ code: stripTypeScriptTypes(source) })

module.exports = {
  process: process_,
  processAsync: async (source) => process_(source),
  getCacheKey: (source) => hash('sha1', process.version + source),
}
