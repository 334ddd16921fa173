import { fold } from '@vitrine/catalog/words'
import { isNoValue } from './pictures.ts'

/** Whether a text in the place of a brand says that there is none, or that nobody knows it. */
export function isNoBrand(text: string): boolean {
  return isNoValue(text) || NO_BRANDS.has(fold(text))
}

const NO_BRANDS: ReadonlySet<string> = new Set(
  [
    ...['unknown', 'no brand', 'unbranded', 'not specified', 'unbekannt', 'ohne marke', 'keine marke'],
    ...['sans marque', 'inconnu', 'inconnue', 'sin marca', 'desconocido', 'desconocida', 'sem marca', 'desconhecido'],
    ...['senza marca', 'nessuna marca', 'sconosciuto', 'geen merk', 'merkloos', 'onbekend', 'brak', 'bez marki'],
    ...['nieznany', 'bez značky', 'neznámý', 'neznámá', 'fără marcă', 'nincs márka', 'ismeretlen', 'okänd', 'ukendt'],
    ...['ukjent', 'tuntematon', 'markasız', 'без бренда', 'без бренду', 'нет бренда', 'неизвестно', 'невідомо'],
    ...['без марки', 'бренд не указан', 'ノーブランド', 'ノーブランド品', '无品牌', '無品牌', '未知'],
  ].map(fold),
)
