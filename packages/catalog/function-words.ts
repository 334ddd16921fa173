/**
 * Prepositions, conjunctions, pronouns and forms of "to be", folded. They are of languages whose stop words the package
 * lacks, or which lack these there.
 */
export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  cs: `a aby aj ale ani ano asi az bez bud by byl byla byli bylo byt ci co coz dle do ho i ja jak jako je jeho jej jeji
    jejich jen jenz jeste ji jiz jsem jsi jsme jsou jste k kam kde kdo kdy kdyz ke ktera ktere ktery kterou kteri ma
    mate me mezi mi mit mne mnou muj muze my na nad nam nas nase nasi ne nebo nebot necht nej neni nez o od ode on
    ona oni ono pak po pod podle pokud pouze prave pri pro proc proto protoze pred s se si sve svuj svych ta tak
    take tato te tedy ten tento teto tim to tohle toho tom tomto tomu tu tuto ty tyto u uz v vam vas vase ve vsak vy
    z za ze`,
  he: 'את של על עם או גם כל זה זו לא כי אם יש אין הוא היא הם הן אני אתה מן אל עד בין אבל כמו רק',
  pl: `a aby albo ale ani az bardzo bez bo byc byl byla bylo byly co czy dla do gdy gdzie go i ich ile im inne innych
    ja jak jako je jednak jego jej jest jestem jeszcze jesli juz kazdy kiedy kto ktora ktore ktory ktorych lub ma mi
    mnie moga moj moze mozna my na nad nam nas nasz nie niz o od on ona one oni oraz po pod poniewaz przed przez
    przy sa sie sobie swoje ta tak takze tam te tego tej ten to ty tych tylko tym u w was we wiec z za zas ze`,
  sk: `a aby aj ak ako ale alebo ani asi az bez bol bola boli bolo by byt ci co cez do ho i ich iba ja je jeho jej k
    kam kde ked kto ktora ktore ktori ktory ku ma mat medzi mi mne moze moj my na nad nam nas nase ne nebo nech nie
    niz o od on ona oni ono pod podla pokial po potom pre preco pred pri s sa si som ste su svoj ta tak takze tato
    te tej ten tento tieto to toho tom tomto tomu tu tuto ty tym u uz v vam vas vase vo vsak vy z za ze`,
  sl: `a ali ampak bi bil bila bilo biti bo bodo brez ce cez da do ga gre h ima in iz ja jaz je jih jim k kaj kako kar
    kateri katera ker ki kjer ko kot le lahko me med mi na nad naj nas ne ni nje o ob od on ona oz pa po pod pred
    pri saj samo se sem si smo so sta ste svoj ta tako te tem ter ti to tudi tukaj v vas ve vi vse z za zelo ze`,
  sr: 'a ali bez bi da do i ili iz je k kod li na ne ni nije o od po pod pri s sa se sam si smo ste su te to u uz za',
}
