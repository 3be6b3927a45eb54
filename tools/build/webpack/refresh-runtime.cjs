// One React Refresh runtime for the whole page: the shell loads it first, and the remotes use it. It is required by path,
// because `react-refresh/runtime` is an alias of this file (development.mjs). Each front end imports this file with its
// own query, which distinguishes modules with the same path.
globalThis.__MEADOW_REFRESH__ ??= require('../../../node_modules/react-refresh/cjs/react-refresh-runtime.development.js')
const refresh = globalThis.__MEADOW_REFRESH__

module.exports = { ...refresh, register: (type, id) => refresh.register(type, `${__resourceQuery} ${id}`) }
