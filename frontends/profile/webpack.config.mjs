import { remote } from '../../tools/webpack/remote.mjs'

export default remote({ dir: import.meta.dirname, name: 'profile' })
