const NAME = 'ExcludeHotUpdatesPlugin'

/** Removes hot updates from the files of their chunk: a page that loads later must not load them. */
export class ExcludeHotUpdatesPlugin {
  apply(compiler) {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL + 1 // after the hot updates were added
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
