import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine, ServerLocation } from '../engine.ts'
import { runCommand } from '../run-command.ts'
import { VERSIONS } from '../versions.ts'
import { createGoProgram } from './go-program.ts'
import { isS3Ready, S3_KEYS, S3_USERS, toS3Url, toS3Variables } from './s3-keys.ts'

const { file, ...obtained } = createGoProgram({
  name: 'versitygw',
  module: 'github.com/versity/versitygw/cmd/versitygw',
  version: VERSIONS.versitygw,
})

/** Returns the file of the users: they may create buckets, and see none but their own. */
const createUsersFile = () => {
  const toUser = ({ access, secret }: typeof S3_KEYS) => ({ access, secret, role: 'userplus' })
  return JSON.stringify({ accessAccounts: Object.fromEntries(S3_USERS.map((user) => [user.access, toUser(user)])) })
}

const toUserUrl = (user: typeof S3_KEYS, { ports: [port = 0] }: ServerLocation) => toS3Url(port, user.access, user)

/** Makes a user the owner of a bucket that another one has created. Does nothing if there is no such bucket. */
export async function assignBucket(port: number, bucket: string, owner: string): Promise<void> {
  const server = ['--access', S3_KEYS.access, '--secret', S3_KEYS.secret, '--endpoint-url', `http://127.0.0.1:${port}`]
  const change = ['change-bucket-owner', '--bucket', bucket, '--owner', owner]
  await runCommand('versitygw', file(), ['admin', ...server, ...change]).catch((error) => {
    if (!String(error).includes('NoSuchBucket')) throw error
  })
}

/** versitygw: S3 over a folder, without lifecycle rules. */
export const versitygw: Engine = {
  ...obtained,
  name: 'versitygw',
  version: `S3 by versitygw ${VERSIONS.versitygw}`,
  ports: [29_000],
  async prepare({ ports: [port], dir }) {
    const [objects, versions, users] = [join(dir, 'objects'), join(dir, 'versions'), join(dir, 'users')]
    for (const subfolder of [objects, versions, users]) mkdirSync(subfolder, { recursive: true })
    writeFileSync(join(users, 'users.json'), createUsersFile(), { mode: 0o600 })
    return {
      command: file(),
      args: [
        '--quiet',
        '--port',
        `127.0.0.1:${port}`,
        '--iam-dir',
        users,
        'posix',
        '--versioning-dir',
        versions,
        objects,
      ],
      env: { ROOT_ACCESS_KEY: S3_KEYS.access, ROOT_SECRET_KEY: S3_KEYS.secret },
    }
  },
  isReady: isS3Ready,
  variables: (location) => ({
    ...toS3Variables(location),
    ...Object.fromEntries(
      S3_USERS.map((user) => [`${user.access.toUpperCase()}_MEDIA_URL`, toUserUrl(user, location)]),
    ),
  }),
}
