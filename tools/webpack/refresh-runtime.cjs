// One React Refresh for the whole page: the shell, which comes first, makes it, and the remotes take it. The real one is
// named by its path, because `react-refresh/runtime` leads here (development.mjs). Each front end is asked for by a query
// of its own, which keeps its modules apart from those of the others that have the same path.
globalThis.__MEADOW_REFRESH__ ??= require('../../node_modules/react-refresh/cjs/react-refresh-runtime.development.js')
const refresh = globalThis.__MEADOW_REFRESH__

module.exports = { ...refresh, register: (type, id) => refresh.register(type, `${__resourceQuery} ${id}`) }
