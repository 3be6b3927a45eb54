import { open } from 'node:fs/promises'

/** The formats in which browsers record, and uncompressed WAV, which programs write. An `m4a` is any MP4 file. */
export type VoiceFormat = 'webm' | 'ogg' | 'm4a' | 'wav'

export const VOICE_TYPES: Readonly<Record<VoiceFormat, string>> = {
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
}

/** Detects the format of a recording by its signature, not by its name. Returns undefined for other content. */
function sniffVoice(content: Buffer): VoiceFormat | undefined {
  if (content.readUIntBE(0, 4) === EBML_SIGNATURE) return 'webm'
  if (content.toString('latin1', 0, 4) === 'OggS') return 'ogg'
  if (content.toString('latin1', 4, 8) === 'ftyp') return 'm4a'
  return content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WAVE' ? 'wav' : undefined
}

const EBML_SIGNATURE = 0x1a45dfa3
const SIGNATURE_BYTES = 12

/** Detects the format of the recording in `file`, like `sniffVoice`. */
export async function readVoiceFormat(file: string): Promise<VoiceFormat | undefined> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
  return bytesRead < SIGNATURE_BYTES ? undefined : sniffVoice(buffer)
}
