/// The coarse category of each of ImageNet's thousand classes.
///
/// Assigned by hand, name by name, and checked against WordNet's hypernyms. Electronics, stationery and hand tools
/// count as home goods; armour, helmets and cosmetics as fashion goods; fences and roofs as places; fungi as plants.
/// Animals, people, vehicles, instruments, sports gear and weapons have none. A cup is a home good whatever it holds, a
/// drink is food.
enum CoarseCategoryTable {
  /// The classes in their order, a hundred a line.
  static let categories: [CoarseCategory] = letters.compactMap { letter in
    switch letter {
    case "-": .unknown
    case "h": .homeGoods
    case "c": .fashionGoods
    case "f": .food
    case "p": .places
    case "g": .plants
    default: nil
    }
  }

  private static let letters = """
    ----------------------------------------------------------------------------------------------------
    ----------------------------------------------------------------------------------------------------
    ----------------------------------------------------------------------------------------------------
    ---------------------------------------------------------------------------------------------------c
    c-----p--hpch-cp--h--p-hpp-h---h-chh-phchhpc-ch--p-cchp--c-cpchhcc-p-hh--hc-phh---hp-h-h-pc-hhhhhpph
    pcchhh-hhp--h-cch-chhh--cphhhchchhh-p-php---hh--h-hcch--hp-hc-phh--hc--ph-----c-p-p-ch-hhhhch----ch-
    -c--hhhhc-ch-hcc-chhh--hp-h--cchh-p-c-cc---c-pphhphhch-c--chp-hph-hcph--phh----chhp------c--f--hhcp-
    h--h--p-phhc---cp-phhh---h-phh-hh--chhg-hhhp-h--chh--hhph--hhhp--hhh-hchhhcc--h--ph-h-h-phh--ch-ch-h
    ----h-c-ch-h-h-----p-p--cp-hh--hp-c-cchp-cc-h-h-hhhh-phh-hphph-p-p--hc---p--h--c--hhpc-cp--hhch-hhhh
    ph-chhch-hhcp--p-h---h-fffffffffffffffffffffffgfffffffffff-fffffffffhfp-ppppppppp---gggfggggggggggfh
    """
}
