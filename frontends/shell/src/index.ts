import '@meadow/ui/styles.css'
import './trusted-types.ts'

// Everything else comes behind this boundary, so that the shared modules are settled first.
void import(/* webpackChunkName: 'app' */ './bootstrap.tsx')
