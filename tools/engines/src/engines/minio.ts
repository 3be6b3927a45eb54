import type { Engine } from '../engine.ts'
import { VERSIONS } from '../versions.ts'
import { createGoProgram } from './go-program.ts'
import { isS3Ready, S3_KEYS, toS3Variables } from './s3-keys.ts'

const { file, ...obtained } = createGoProgram({
  name: 'minio',
  module: 'github.com/minio/minio',
  version: VERSIONS.minio,
})

/** MinIO, built from source, which takes minutes. */
export const minio: Engine = {
  ...obtained,
  name: 'minio',
  version: `S3 by MinIO ${VERSIONS.minio}`,
  ports: [29_100],
  prepare: async ({ ports: [port], dir }) => ({
    command: file(),
    args: ['server', '--quiet', '--address', `127.0.0.1:${port}`, dir],
    env: {
      MINIO_ROOT_USER: S3_KEYS.access,
      MINIO_ROOT_PASSWORD: S3_KEYS.secret,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
  }),
  isReady: isS3Ready,
  variables: toS3Variables,
}
