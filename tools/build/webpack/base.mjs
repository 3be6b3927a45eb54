import path from 'node:path'
import zlib from 'node:zlib'
import CompressionPlugin from 'compression-webpack-plugin'
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import { FileListPlugin } from './file-list-plugin.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const BROWSER_TARGET = 'es2022'

/** The shared modules, which the shell loads once for all front ends. */
const SINGLETONS = {
  react: '^19.0.0',
  'react/': '^19.0.0',
  'react-dom': '^19.0.0',
  'react-dom/': '^19.0.0',
  '@meadow/web': '^0.1.0',
}

/** Leaves out the manifest support of module federation: remotes are loaded by their entry file. */
export const federationOptimization = { target: 'web', disableSnapshot: true }

/** Creates the `shared` option. The shell provides the modules eagerly; a remote only consumes them. */
export const createSharedModules = (role) =>
  Object.fromEntries(
    Object.entries(SINGLETONS).map(([name, requiredVersion]) => [
      name,
      {
        singleton: true,
        strictVersion: true,
        requiredVersion,
        ...(role === 'remote' ? { import: false } : { eager: true }),
      },
    ]),
  )

/**
 * Creates the production configuration of a front end. `dir` is its folder, `name` its name in URLs. A remote has no
 * entry, only exposed modules.
 */
export const createBaseConfig = ({ dir, name, publicPath, entry = {} }) => ({
  mode: 'production',
  context: dir,
  entry,
  target: ['web', BROWSER_TARGET],
  devtool: 'source-map',
  cache: {
    type: 'filesystem',
    name,
    cacheDirectory: path.join(root, 'node_modules/.cache/webpack'),
    buildDependencies: { config: [path.join(dir, 'webpack.config.mjs'), import.meta.filename] },
  },
  output: {
    path: path.join(dir, 'dist'),
    publicPath,
    uniqueName: name,
    clean: false, // open pages still load files of old builds; tools/build/build-frontends.mjs removes them later
    filename: 'js/[name].[contenthash:12].js',
    chunkFilename: 'js/[name].[contenthash:12].js',
    assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
  },
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        exclude: /node_modules/,
        loader: 'swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            target: BROWSER_TARGET,
            transform: { react: { runtime: 'automatic' } },
          },
          module: { type: 'es6' },
          swcrc: false,
        },
      },
      {
        test: /\.module\.css$/,
        use: [
          MiniCssExtractPlugin.loader,
          { loader: 'css-loader', options: { modules: createClassNameOptions(name) } },
        ],
      },
      {
        test: /\.css$/,
        exclude: /\.module\.css$/,
        use: [MiniCssExtractPlugin.loader, 'css-loader'],
        sideEffects: true,
      },
      { test: /\.(woff2|svg|png|webp)$/, type: 'asset/resource' },
    ],
  },
  plugins: [
    new MiniCssExtractPlugin({ filename: 'css/[name].[contenthash:12].css' }),
    new CompressionPlugin({
      filename: '[path][base].br',
      algorithm: 'brotliCompress',
      compressionOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } },
      test: /\.(js|css|html|svg|json)$/,
      threshold: 512,
    }),
    new FileListPlugin(),
  ],
  optimization: {
    splitChunks: { cacheGroups: { default: false, defaultVendors: false } },
    minimizer: [
      new TerserPlugin({
        minify: TerserPlugin.swcMinify,
        exclude: /^assets\//,
        extractComments: false,
        terserOptions: { compress: { passes: 3 }, format: { comments: false } },
      }),
      new CssMinimizerPlugin(),
    ],
  },
  performance: false,
  stats: 'errors-warnings',
})

/** Creates the options of class names. The salt separates the classes of a component in front ends of different builds. */
const createClassNameOptions = (name) => ({
  namedExport: false,
  exportLocalsConvention: 'as-is',
  localIdentName: '[hash:base64:5]',
  localIdentContext: root,
  localIdentHashSalt: name,
})
