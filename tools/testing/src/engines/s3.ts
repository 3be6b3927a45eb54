import { IMAGES, minio, S3_KEYS, toS3Url, versitygw } from '@meadow/engines'
import { startContainer, startLocalServer } from './start.ts'
import type { TestEngine } from './test-engine.ts'

const PORT = 7_070

export const versitygwTestEngine: TestEngine = {
  urlVariable: 'TEST_VERSITYGW_URL',
  startContainer: () =>
    startContainer({
      image: IMAGES.versitygw,
      port: PORT,
      toUrl: toS3Url,
      configure: (container) =>
        container
          .withEnvironment({ ROOT_ACCESS_KEY: S3_KEYS.access, ROOT_SECRET_KEY: S3_KEYS.secret })
          .withCommand(['--port', `:${PORT}`, 'posix', '/tmp']),
    }),
  startLocally: () => startLocalServer(versitygw, toS3Url),
}

/** Runs without a container: MinIO publishes no images any more. */
export const minioTestEngine: TestEngine = {
  urlVariable: 'TEST_MINIO_URL',
  startLocally: () => startLocalServer(minio, toS3Url),
}
