import { IMAGES, minio, S3_KEYS, s3Url, versitygw } from '@meadow/engines'
import { startContainer, startHere } from './start.ts'
import type { TestEngine } from './test-engine.ts'

const PORT = 7_070

export const versitygwForTests: TestEngine = {
  variable: 'TEST_VERSITYGW_URL',
  inContainer: () =>
    startContainer({
      ...{ image: IMAGES.versitygw, port: PORT, urlOf: s3Url },
      settle: (container) =>
        container
          .withEnvironment({ ROOT_ACCESS_KEY: S3_KEYS.access, ROOT_SECRET_KEY: S3_KEYS.secret })
          .withCommand(['--port', `:${PORT}`, 'posix', '/tmp']),
    }),
  onThisMachine: () => startHere(versitygw, s3Url),
}

/** Its images are no longer published, so there is no container. */
export const minioForTests: TestEngine = {
  variable: 'TEST_MINIO_URL',
  onThisMachine: () => startHere(minio, s3Url),
}
