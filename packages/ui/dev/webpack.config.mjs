import path from 'node:path'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import { createBaseConfig } from '../../../tools/build/webpack/base.mjs'

const dir = import.meta.dirname
const config = createBaseConfig({ dir, name: 'dev-ui', publicPath: '/dev/ui/', entry: './index.tsx' })

config.output.trustedTypes = 'default' // the only Trusted Types policy that the CSP allows; in the product the shell creates it
config.plugins.push(new HtmlWebpackPlugin({ template: path.join(dir, 'index.html'), scriptLoading: 'defer' }))

export default config
