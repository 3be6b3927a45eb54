import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { stringify } from 'yaml'
import { isOwnWorkload, listServers } from '../src/manifest.ts'
import { renderKustomization } from '../src/render-kustomization.ts'
import { getContainer, toKubernetesPath } from './fixtures.ts'

/** Creates a Git repository with `k8s/` at the tag `v1`, as another repository sees ours. */
async function createRepository(dir: string): Promise<void> {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], { cwd: dir })
  await mkdir(dir)
  for (const folder of ['base', 'components'])
    await cp(toKubernetesPath(folder), join(dir, 'k8s', folder), { recursive: true })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'manifests')
  git('tag', 'v1')
}

it('renders one service for another repository, which chooses the namespace and the version', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-remote-base-'))
  try {
    await createRepository(join(dir, 'meadow'))
    await mkdir(join(dir, 'posts'))
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: 'meadow',
      resources: [`git::file://${join(dir, 'meadow')}//k8s/base/posts?ref=v1`],
      images: [{ name: 'registry.example/meadow/posts', newName: 'registry.test/team/meadow/posts', newTag: '1.4.0' }],
    }
    await writeFile(join(dir, 'posts', 'kustomization.yaml'), stringify(kustomization))
    const manifests = await renderKustomization(join(dir, 'posts'))
    const [posts, ...others] = listServers(manifests)
    expect(others).toEqual([])
    expect(posts?.metadata).toMatchObject({ name: 'posts', namespace: 'meadow' })
    expect(posts && getContainer(posts).image).toBe('registry.test/team/meadow/posts:1.4.0')
    expect(posts && isOwnWorkload(posts)).toBe(true)
  } finally {
    await rm(dir, { recursive: true })
  }
})
