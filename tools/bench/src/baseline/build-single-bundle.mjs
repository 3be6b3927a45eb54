import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import webpack from 'webpack'
import { createBaseConfig } from '../../../build/webpack/base.mjs'

// Builds shell and remotes as one front end without federation: node build-single-bundle.mjs <folder>

const FRONTENDS = path.resolve(import.meta.dirname, '../../../../frontends')
const SHELL = path.join(FRONTENDS, 'shell')
const PUBLIC = path.join(SHELL, 'public')
const [folder = ''] = process.argv.slice(2)
const sources = path.join(folder, 'sources')
await mkdir(sources, { recursive: true })

/** Replaces the runtime of module federation. Includes the feed, which `/home` shows; loads the others on demand. */
const remote = (name) => JSON.stringify(path.join(FRONTENDS, name))
const federation = path.join(sources, 'federation.mjs')
await writeFile(
  federation,
  `import * as feed from ${remote('feed/src/remote.tsx')}
  const load = {
    'feed/remote': async () => feed,
    'profile/remote': () => import(${remote('profile/src/remote.tsx')}),
    'chat/remote': () => import(${remote('chat/src/remote.tsx')}),
  }
  const instance = { registerRemotes() {}, loadRemote: (name) => load[name]() }
  export const getInstance = () => instance`,
)

/** The HTML page of the shell. */
const page = path.join(sources, 'index.ejs')
const written = await readFile(path.join(PUBLIC, 'index.ejs'), 'utf8')
await writeFile(page, written.replaceAll("require('./", `require('${PUBLIC}/`))

const entry = ['@meadow/ui/styles.css', './src/trusted-types.ts', './src/bootstrap.tsx']
const config = createBaseConfig({ dir: SHELL, name: 'single', publicPath: '/', entry })
config.cache = false
config.output.path = path.join(folder, 'frontends/shell/dist')
config.resolve.alias = { '@module-federation/enhanced/runtime$': federation }
config.resolve.modules = [path.resolve(FRONTENDS, '../node_modules')]
config.module.rules.push({ test: /\.js$/, include: PUBLIC, type: 'asset/resource' })
config.plugins.push(new HtmlWebpackPlugin({ template: page, scriptLoading: 'defer' }))

const stats = await new Promise((resolve, reject) => {
  webpack(config, (error, done) => (error ? reject(error) : resolve(done)))
})
if (stats.hasErrors()) throw new Error(stats.toString('errors-only'))
