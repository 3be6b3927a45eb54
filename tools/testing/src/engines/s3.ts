import { minio, S3_KEYS, toS3Url, versitygw } from '@meadow/engines'
import { startContainer } from './start-container.ts'
import { startLocalServer } from './start-local-server.ts'
import type { TestEngine } from './test-engine.ts'

const PORT = 7_070

export const versitygwTestEngine: TestEngine = {
  urlVariable: 'TEST_VERSITYGW_URL',
  startContainer: () =>
    startContainer({
      service: 'versitygw',
      engine: versitygw,
      port: PORT,
      configure: (container) =>
        container
          .withEnvironment({ ROOT_ACCESS_KEY: S3_KEYS.access, ROOT_SECRET_KEY: S3_KEYS.secret })
          .withCommand(['--quiet', '--port', `:${PORT}`, 'posix', '/tmp']),
      toUrl: toS3Url,
    }),
  startLocally: () => startLocalServer(versitygw, toS3Url),
}

/** Has no container: MinIO publishes no images any more. */
export const minioTestEngine: TestEngine = {
  urlVariable: 'TEST_MINIO_URL',
  startLocally: () => startLocalServer(minio, toS3Url),
}
