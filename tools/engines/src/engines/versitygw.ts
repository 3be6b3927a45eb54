import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { VERSIONS } from '../versions.ts'
import { createGoProgram } from './go-program.ts'
import { isS3Ready, S3_KEYS, toS3Variables } from './s3-keys.ts'

const { file, ...obtained } = createGoProgram({
  name: 'versitygw',
  module: 'github.com/versity/versitygw/cmd/versitygw',
  version: VERSIONS.versitygw,
})

/** versitygw: S3 over a folder, without lifecycle rules. */
export const versitygw: Engine = {
  ...obtained,
  name: 'versitygw',
  version: `S3 by versitygw ${VERSIONS.versitygw}`,
  ports: [29_000],
  async prepare({ ports: [port], dir }) {
    const [objects, versions] = [join(dir, 'objects'), join(dir, 'versions')]
    for (const subfolder of [objects, versions]) mkdirSync(subfolder, { recursive: true })
    return {
      command: file(),
      args: ['--quiet', '--port', `127.0.0.1:${port}`, 'posix', '--versioning-dir', versions, objects],
      env: { ROOT_ACCESS_KEY: S3_KEYS.access, ROOT_SECRET_KEY: S3_KEYS.secret },
    }
  },
  isReady: isS3Ready,
  variables: toS3Variables,
}
