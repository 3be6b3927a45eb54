// Completes package-lock.json for all platforms after `npm install` (see CONTRIBUTING.md).
import { readFileSync, writeFileSync } from 'node:fs'
import { markInstalled } from '../bootstrap/installation-mark.mjs'
import { completeLock } from './complete-lock.mjs'

const before = readFileSync('package-lock.json', 'utf8')
const { lock, added } = completeLock(JSON.parse(before))
const after = `${JSON.stringify(lock, null, 2)}\n`
if (after !== before) writeFileSync('package-lock.json', after)
markInstalled(process.cwd()) // `npm install` has just installed these packages
if (added.length > 0) console.log(`${added.length} packages of other platforms added to package-lock.json`)
