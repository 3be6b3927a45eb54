import path from 'node:path'
import zlib from 'node:zlib'
import CompressionPlugin from 'compression-webpack-plugin'
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import { RememberFiles } from './remember-files.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const BROWSERS = 'es2022'

/** Loaded once in the page, by the shell. Nothing else is shared. */
const singletons = {
  react: '^19.0.0',
  'react/': '^19.0.0',
  'react-dom': '^19.0.0',
  'react-dom/': '^19.0.0',
  '@meadow/web': '^0.1.0',
}

/** Remotes are loaded by their entry: what federation brings to read manifests stays out. */
export const optimization = { target: 'web', disableSnapshot: true }

/** The shared modules of the shell, which provides them from the start, or of a remote, which only asks for them. */
export const sharedBy = (who) =>
  Object.fromEntries(
    Object.entries(singletons).map(([name, requiredVersion]) => [
      name,
      {
        singleton: true,
        strictVersion: true,
        requiredVersion,
        ...(who === 'remote' ? { import: false } : { eager: true }),
      },
    ]),
  )

/**
 * What every front end's production build has in common; `dir` is its folder, `name` its name in addresses. A remote has
 * no entry of its own: the shell takes what it exposes.
 */
export const base = ({ dir, name, publicPath, entry = {} }) => ({
  mode: 'production',
  context: dir,
  entry,
  target: ['web', BROWSERS],
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
    clean: false, // who has an old page open still asks for its files: tools/build-frontends.mjs removes them later
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
            target: BROWSERS,
            transform: { react: { runtime: 'automatic' } },
          },
          module: { type: 'es6' },
          swcrc: false,
        },
      },
      {
        test: /\.module\.css$/,
        use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { modules: classesOf(name) } }],
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
    new RememberFiles(),
  ],
  optimization: {
    splitChunks: { cacheGroups: { default: false, defaultVendors: false } },
    minimizer: [
      new TerserPlugin({
        minify: TerserPlugin.swcMinify,
        exclude: /^assets\//,
        extractComments: false,
        terserOptions: { format: { comments: false } },
      }),
      new CssMinimizerPlugin(),
    ],
  },
  performance: false,
  stats: 'errors-warnings',
})

/** Two front ends may come from different days: salted, the same component has its own classes in each. */
const classesOf = (name) => ({
  namedExport: false,
  exportLocalsConvention: 'as-is',
  localIdentName: '[hash:base64:6]',
  localIdentContext: root,
  localIdentHashSalt: name,
})
