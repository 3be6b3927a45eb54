import { createRemoteConfig } from '../../tools/build/webpack/remote.mjs'

export default createRemoteConfig({
  dir: import.meta.dirname,
  name: 'chat',
})
