process.argv.push('--development')
await import('../../stack/src/main.ts')
