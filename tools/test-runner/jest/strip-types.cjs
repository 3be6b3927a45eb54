const { hash } = require('node:crypto')
const { stripTypeScriptTypes } = require('node:module')

/** Strips types as Node does, so that tests run the same code with the same line and column numbers. */
const stripTypes = (source) => ({ code: stripTypeScriptTypes(source) })

module.exports = {
  process: stripTypes,
  processAsync: async (source) => stripTypes(source),
  getCacheKey: (source) => hash('sha1', process.version + source),
}
