// After `npm install`: makes package-lock.json complete for every platform (see CONTRIBUTING.md).
import { readFileSync, writeFileSync } from 'node:fs'
import { noteInstalled } from './bootstrap/installed.mjs'
import { completeLock } from './lock/complete-lock.mjs'

const before = readFileSync('package-lock.json', 'utf8')
const { lock, added } = completeLock(JSON.parse(before))
const after = `${JSON.stringify(lock, null, 2)}\n`
if (after !== before) writeFileSync('package-lock.json', after)
noteInstalled(process.cwd()) // what was just installed is what the lock says
if (added.length > 0) console.log(`${added.length} packages of other platforms added to package-lock.json`)
