import type { Engine } from '../engine.ts'
import { VERSIONS } from '../versions.ts'
import { goProgram } from './go-program.ts'
import { S3_KEYS, s3Variables, takesCalls } from './s3-keys.ts'

const { file, ...obtained } = goProgram({
  name: 'minio',
  module: 'github.com/minio/minio',
  version: VERSIONS.minio,
})

/** MinIO, built from its source. That takes minutes. */
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
  isReady: takesCalls,
  variables: s3Variables,
}
