import type { Engine } from '../../engine.ts'

/** A program that speaks MongoDB's protocol. */
export type MongoProgram = Pick<Engine, 'version' | 'listMissing' | 'isObtained' | 'obtain' | 'prepare' | 'initialize'>
