import { writeFile } from 'node:fs/promises'
import path from 'node:path'

export const FILE_LIST = '.files.json'

/** Notes beside the output which files it consists of, so that those of earlier builds can be told apart. */
export class RememberFiles {
  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('RememberFiles', async ({ assets }) => {
      await writeFile(path.join(compiler.outputPath, FILE_LIST), JSON.stringify(Object.keys(assets)))
    })
  }
}
