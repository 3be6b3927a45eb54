const NAME = 'KeepUpdatesOut'

/** Webpack counts hot updates as files of their chunk; a page that is loaded later must not be told to load them. */
export class KeepUpdatesOut {
  apply(compiler) {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL + 1 // when the updates are there
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        for (const { files } of compilation.chunks) {
          for (const file of files) {
            if (compilation.getAsset(file)?.info.hotModuleReplacement) files.delete(file)
          }
        }
      })
    })
  }
}
