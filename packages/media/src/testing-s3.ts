import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import {
  findServer,
  type RunningServer,
  runServer,
  type Start,
  startContainer,
  startProgram,
} from '@meadow/storage/testing'
import { openS3Bucket } from './store/s3-bucket.ts'

export type TestBucket = { url: string; [Symbol.asyncDispose](): Promise<void> }

const IMAGE = 'versity/versitygw:v1.8.0'
const PORT = 7_070
const [KEY, SECRET] = ['meadow', 'meadow-secret']

const found = findServer({
  name: 'S3 server',
  variable: 'TEST_MEDIA_URL',
  image: IMAGE,
  programs: ['versitygw', 'minio'],
})

/** Whether tests can have an S3 server here, and whether they may stop it. */
export const hasS3 = found !== undefined
export const hasOwnS3 = found !== undefined && !('url' in found)

const aBucket = () => `meadow-test-${randomBytes(8).toString('hex')}`

/** The address of a bucket that is not there yet. */
export async function testBucket(): Promise<TestBucket> {
  if (!found || !('url' in found)) return runS3()
  const address = new URL(found.url)
  address.pathname = `/${aBucket()}`
  return { url: address.href, [Symbol.asyncDispose]: () => removeBucket(address.href) }
}

async function removeBucket(url: string): Promise<void> {
  const { client, bucket } = openS3Bucket(url)
  if (!(await client.bucketExists(bucket))) return
  const objects = await client.listObjectsV2(bucket, '', true).toArray()
  await client.removeObjects(
    bucket,
    objects.map(({ name }) => name),
  )
  await client.removeBucket(bucket)
}

/** An S3 server of the test's own, which can be stopped; it keeps what it has. */
export async function runS3(): Promise<RunningServer & TestBucket> {
  const server = await runServer(starting())
  return { ...server, url: `s3://${KEY}:${SECRET}@127.0.0.1:${server.port}/${aBucket()}` }
}

function starting(): Start {
  if (!found || 'url' in found) throw new Error('No S3 server can be started here')
  if ('program' in found) return basename(found.program) === 'minio' ? minio(found.program) : versitygw(found.program)
  const env = { ROOT_ACCESS_KEY: KEY, ROOT_SECRET_KEY: SECRET }
  return startContainer({ image: found.image, port: PORT, command: ['--port', `:${PORT}`, 'posix', '/tmp'], env })
}

const versitygw = (program: string): Start =>
  startProgram({
    program,
    args: ({ port, folder }) => ['--port', `127.0.0.1:${port}`, 'posix', folder],
    env: { ROOT_ACCESS_KEY: KEY, ROOT_SECRET_KEY: SECRET },
    ready: /listening on/,
  })

const minio = (program: string): Start =>
  startProgram({
    program,
    args: ({ port, folder }) => ['server', '--address', `127.0.0.1:${port}`, folder],
    env: { MINIO_ROOT_USER: KEY, MINIO_ROOT_PASSWORD: SECRET, MINIO_BROWSER: 'off', MINIO_UPDATE: 'off' },
    ready: /^API: /m,
  })
