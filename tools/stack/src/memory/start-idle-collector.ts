// Node loads this file before a program (`--import`).
import { startIdleCollector } from './idle-collector.ts'

startIdleCollector()
