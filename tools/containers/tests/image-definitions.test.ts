import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { pinDigests, readBaseImages } from '../src/base-images.ts'
import { ROOT } from '../src/run-docker.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const DOCKERFILE = 'tools/containers/Dockerfile'
const DIGEST = `sha256:${'0'.repeat(64)}`

describe('the definitions of the images', () => {
  it('name the same base images everywhere', () => {
    for (const [variable, image] of Object.entries(readBaseImages())) {
      const [tag = ''] = image.split('@')
      expect(read(DOCKERFILE)).toContain(`ARG ${variable}=${tag}\n`)
      expect(read('tools/containers/docker-bake.hcl')).toContain(`variable "${variable}" { default = "${tag}" }`)
    }
  })

  it('build every service and every front end', () => {
    const bake = read('tools/containers/docker-bake.hcl')
    const listOf = (name: string) =>
      new RegExp(`${name} = \\[(.*)\\]`)
        .exec(bake)?.[1]
        ?.match(/[\w-]+/g)
        ?.toSorted()
    expect(listOf('service')).toEqual([...readdirSync(join(ROOT, 'services')), 'gateway'].toSorted())
    expect(listOf('frontend')).toEqual(readdirSync(join(ROOT, 'frontends')).toSorted())
  })

  it('are there for everything that a compose file builds', () => {
    for (const file of readdirSync(ROOT).filter((name) => /^docker-compose.*\.yml$/.test(name))) {
      const text = read(file)
      const contexts = [...text.matchAll(/context: ([^\s,}]+)/g)].map(([, context = '']) => resolve(ROOT, context))
      const dockerfiles = [...text.matchAll(/dockerfile: ([^\s,}]+)/g)].map(([, path = '']) => resolve(ROOT, path))
      expect([...contexts, ...dockerfiles].filter((path) => !existsSync(path))).toEqual([])
      const targets = new Set([...text.matchAll(/target: (service|frontend)s?\b/g)].map(([, target]) => target))
      for (const target of targets) expect(read(DOCKERFILE)).toMatch(new RegExp(`^FROM \\S+ AS ${target}$`, 'm'))
    }
  })

  it('have names that no public hub answers for', () => {
    const built = read('docker-compose.yml').match(/(?<=image: ).*meadow\/.*/g) ?? []
    const baked = read('tools/containers/docker-bake.hcl').match(/"[^"]*meadow\/[^"]*"/g) ?? []
    expect(built.length).toBeGreaterThan(10)
    expect(baked.length).toBe(4)
    // a name whose first part is no host is one of Docker Hub
    expect(built.filter((image) => !/^\$\{REGISTRY:-localhost\}\/meadow\//.test(image))).toEqual([])
    expect(baked.filter((image) => !/^"\$\{REGISTRY\}\/meadow\//.test(image))).toEqual([])
    expect(read('tools/containers/docker-bake.hcl')).toContain('variable "REGISTRY" { default = "localhost" }')
  })

  it('publish the product to this machine only, unless an address is set', () => {
    const compose = read('docker-compose.yml')
    expect(compose.match(/(?<=ports: \[").*?(?="\])/g)).toEqual([
      expect.stringMatching(/^\$\{PUBLISH_ADDRESS:-127\.0\.0\.1\}:\$\{PORT:-5000\}:8080$/),
    ])
    const urls = compose.match(/(?<=PUBLIC_URL: ).*/g) ?? []
    expect(urls.length).toBeGreaterThan(1)
    for (const url of urls) expect(url).toMatch(/:-http:\/\/localhost:\$\{PORT:-5000\}\}$/)
  })

  it('can be pinned to digests, again and again', async () => {
    const text = `# comment\nNODE_IMAGE=node:24\nRUNTIME_IMAGE=debian:12@sha256:old\n`
    const pinned = await pinDigests(text, async () => DIGEST)
    expect(pinned).toBe(`# comment\nNODE_IMAGE=node:24@${DIGEST}\nRUNTIME_IMAGE=debian:12@${DIGEST}\n`)
    expect(await pinDigests(pinned, async () => DIGEST)).toBe(pinned)
  })
})

/** A repository with a service that uses a package, another service, and tools. */
const MANIFESTS = {
  'package.json': {
    name: 'root',
    workspaces: ['*/*'],
    devDependencies: { jest: '1' },
    scripts: { test: 'jest' },
    optionalDependencies: { node: '1' },
  },
  'services/posts/package.json': {
    name: '@x/posts',
    dependencies: { '@x/events': '*' },
    devDependencies: { '@x/testing': '*' },
  },
  'services/chat/package.json': { name: '@x/chat' },
  'packages/events/package.json': { name: '@x/events', dependencies: { '@x/service': '*', zod: '1' } },
  'packages/service/package.json': { name: '@x/service' },
  'tools/testing/package.json': { name: '@x/testing' },
}

async function selectWorkspaces(...args: string[]) {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-workspaces-'))
  try {
    const packages = Object.entries(MANIFESTS).map(([file, manifest]) => [dirname(file).replace('.', ''), manifest])
    await writeFile(join(dir, 'package-lock.json'), JSON.stringify({ packages: Object.fromEntries(packages) }))
    for (const [file, manifest] of Object.entries(MANIFESTS)) {
      await mkdir(dirname(join(dir, file)), { recursive: true })
      await writeFile(join(dir, file), JSON.stringify(manifest))
    }
    execFileSync(process.execPath, [join(ROOT, 'tools/containers/src/select-workspaces.ts'), ...args], { cwd: dir })
    const readManifest = async (file: string) => JSON.parse(await readFile(join(dir, file), 'utf8'))
    return { root: await readManifest('package.json'), posts: await readManifest('services/posts/package.json') }
  } finally {
    await rm(dir, { recursive: true })
  }
}

describe('the workspaces of an image', () => {
  it('are those that were asked for and those that they use, without packages for development', async () => {
    const { root, posts } = await selectWorkspaces('services/posts')
    expect(root).toEqual({ name: 'root', workspaces: ['packages/events', 'packages/service', 'services/posts'] })
    expect(posts).toEqual({ name: '@x/posts', dependencies: { '@x/events': '*' } })
  })

  it('keep the packages that build them if asked to', async () => {
    const { root } = await selectWorkspaces('--keep-root-dev', 'services/chat')
    expect(root).toEqual({ name: 'root', workspaces: ['services/chat'], devDependencies: { jest: '1' } })
  })
})

describe('the image of reconcile', () => {
  /** Returns the dependencies of posts and of the packages that it uses: what the stage `service` of the Dockerfile installs. */
  function listInstalled(): { packages: string[]; others: string[] } {
    const folders = ['services/posts']
    const others = new Set<string>()
    for (const folder of folders)
      for (const name of Object.keys(JSON.parse(read(`${folder}/package.json`)).dependencies ?? {})) {
        const own = name.startsWith('@meadow/') ? name.replace('@meadow/', 'packages/') : undefined
        if (own === undefined) others.add(name)
        else if (!folders.includes(own)) folders.push(own)
      }
    return { packages: folders.slice(1), others: [...others] }
  }

  it('has everything that its program imports', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-reconcile-'))
    try {
      expect(read(DOCKERFILE)).toContain(
        'FROM service AS reconcile\nCOPY --chmod=755 tools/backup/src tools/backup/src\n',
      )
      const { packages, others } = listInstalled()
      const isSource = (path: string) => !/\/(node_modules|dist|tests)(\/|$)/.test(path)
      for (const folder of [...packages, 'services/posts', 'tools/backup/src'])
        await cp(join(ROOT, folder), join(dir, folder), { recursive: true, filter: isSource })
      const link = async (name: string, target: string) => {
        await mkdir(dirname(join(dir, 'node_modules', name)), { recursive: true })
        await symlink(target, join(dir, 'node_modules', name))
      }
      for (const folder of packages) {
        await link(folder.replace('packages/', '@meadow/'), join(dir, folder))
        const nested = join(ROOT, folder, 'node_modules')
        if (existsSync(nested)) await symlink(nested, join(dir, folder, 'node_modules'))
      }
      for (const name of others) await link(name, join(ROOT, 'node_modules', name))
      const program = spawnSync(process.execPath, ['tools/backup/src/reconcile/main.ts'], { cwd: dir, env: {} })
      expect([program.status, program.stderr.toString()]).toEqual([1, 'AUTH_STORE_URL is not set\n'])
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})
