import { randomBytes } from 'node:crypto'
import { type EngineName, type OwnServer, onOwnEngine, onSharedEngine, startOwnServer } from '@meadow/testing/engines'
import { createS3Bucket } from './store/s3-bucket.ts'

export type TestBucket = AsyncDisposable & { url: string }

const SERVERS: EngineName[] = ['versitygw', 'minio']

const createBucketName = () => `meadow-test-${randomBytes(8).toString('hex')}`

/** Opens a bucket that does not exist yet on each S3 server that tests share, for a contract test. */
export async function onSharedS3<Opened>(open: (bucket: TestBucket) => Opened) {
  const servers = await Promise.all(SERVERS.map((name) => onSharedEngine(name, (url) => open(createTestBucket(url)))))
  return Object.assign({}, ...servers) as Record<string, (() => Opened) | undefined>
}

function createTestBucket(serverUrl: string): TestBucket {
  const url = new URL(serverUrl)
  url.pathname = `/${createBucketName()}`
  return { url: url.href, [Symbol.asyncDispose]: () => removeBucket(url.href) }
}

async function removeBucket(url: string): Promise<void> {
  const { client, bucket } = createS3Bucket(url)
  if (!(await client.bucketExists(bucket))) return
  const objects = await client.listObjectsV2(bucket, '', true).toArray()
  await client.removeObjects(
    bucket,
    objects.map(({ name }) => name),
  )
  await client.removeBucket(bucket)
}

type OwnS3 = OwnServer & { url: string }

/** Starts each S3 server for one test only, which can stop and restart it. The server keeps its data. */
export const onOwnS3: Record<string, (() => Promise<OwnS3>) | undefined> = Object.assign(
  {},
  ...(await Promise.all(SERVERS.map((name) => onOwnEngine(name, () => startOwnS3(name))))),
)

async function startOwnS3(name: EngineName): Promise<OwnS3> {
  const server = await startOwnServer(name)
  const url = new URL(server.variables['MEDIA_URL'] ?? '')
  return { ...server, url: Object.assign(url, { pathname: createBucketName() }).href }
}
