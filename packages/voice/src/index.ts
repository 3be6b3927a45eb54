export { openVoiceEncoder, type VoiceEncoder, type VoiceEncoding } from './voice-encoder.ts'
export { readVoiceFormat, VOICE_TYPES, type VoiceFormat } from './voice-file.ts'
