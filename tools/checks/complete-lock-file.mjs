// Completes package-lock.json for all platforms after `npm install` (see CONTRIBUTING.md): their packages and hashes.
import { readFileSync, writeFileSync } from 'node:fs'
import { runInstallScripts } from '../bootstrap/install-scripts.mjs'
import { markInstalled } from '../bootstrap/installation-mark.mjs'
import { addIntegrity, completeLock } from './lock-file.mjs'

const before = readFileSync('package-lock.json', 'utf8')
const { lock, added } = completeLock(JSON.parse(before))
const after = `${JSON.stringify(await addIntegrity(lock), null, 2)}\n`
if (after !== before) writeFileSync('package-lock.json', after)
await runInstallScripts(process.cwd())
markInstalled(process.cwd()) // `npm install` has just installed these packages
if (added.length > 0) console.log(`${added.length} packages of other platforms added to package-lock.json`)
