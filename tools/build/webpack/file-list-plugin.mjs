import { writeFile } from 'node:fs/promises'
import path from 'node:path'

export const FILE_LIST = '.files.json'

/** Writes the list of output files, which distinguishes them from the files of earlier builds. */
export class FileListPlugin {
  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('FileListPlugin', async ({ assets }) => {
      await writeFile(path.join(compiler.outputPath, FILE_LIST), JSON.stringify(Object.keys(assets)))
    })
  }
}
