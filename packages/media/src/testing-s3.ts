import { randomBytes } from 'node:crypto'
import {
  type Engine,
  minio,
  type OwnServer,
  onOwn,
  onShared,
  ownServer,
  s3Url,
  versitygw,
} from '@meadow/testing/engines'
import { createS3Bucket } from './store/s3-bucket.ts'

export type TestBucket = AsyncDisposable & { url: string }

const SERVERS = [versitygw, minio]

const aBucket = () => `meadow-test-${randomBytes(8).toString('hex')}`

/** A bucket that is not there yet on each of the S3 servers that tests share, for a contract. */
export async function onS3<Opened>(open: (bucket: TestBucket) => Opened) {
  const servers = await Promise.all(SERVERS.map(({ name }) => onShared(name, (url) => open(testBucket(url)))))
  return Object.assign({}, ...servers) as Record<string, (() => Opened) | undefined>
}

function testBucket(server: string): TestBucket {
  const address = new URL(server)
  address.pathname = `/${aBucket()}`
  return { url: address.href, [Symbol.asyncDispose]: () => removeBucket(address.href) }
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

/** Each of the S3 servers as one of the test's own, which can be stopped; it keeps what it has. */
export const onOwnS3: Record<string, (() => Promise<OwnS3>) | undefined> = Object.assign(
  {},
  ...SERVERS.map((engine) => onOwn(engine, () => startOwn(engine))),
)

async function startOwn(engine: Engine): Promise<OwnS3> {
  const server = await ownServer(engine)
  return { ...server, url: s3Url(server.port, aBucket()) }
}
