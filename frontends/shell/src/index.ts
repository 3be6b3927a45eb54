import '@meadow/ui/styles.css'
import './trusted-types.ts'
import './bootstrap.tsx'
