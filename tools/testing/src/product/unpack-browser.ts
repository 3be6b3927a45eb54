import chromium from '@sparticuz/chromium'

// Run by browser.ts with a folder of its own for temporary files, where this unpacks to.
await chromium.executablePath()
