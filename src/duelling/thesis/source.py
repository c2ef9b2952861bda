"""The thesis: who wrote it, what it is called, and how it is cited; and where the papers of its algorithms are."""

import re

TITLE = "Duelling Bandits with Weak Regret in Adversarial Environments"
AUTHOR = "Lennard Hilgendorf"
UNIVERSITY = "University of Copenhagen"
YEAR = 2018
CITED = f"{AUTHOR}: {TITLE}. Master's thesis, {UNIVERSITY}, {YEAR}"

PAPERS = {  # as the references of algorithms call them
    "Ailon, Karnin and Joachims 2014": "https://proceedings.mlr.press/v32/ailon14.html",
    "Chen and Frazier 2017": "https://proceedings.mlr.press/v70/chen17c.html",
    "Gajane, Urvoy and Clérot 2015": "https://proceedings.mlr.press/v37/gajane15.html",
    "Jamieson, Katariya, Deshpande and Nowak 2015": "https://proceedings.mlr.press/v38/jamieson15.html",
    "Komiyama, Honda, Kashima and Nakagawa 2015": "https://proceedings.mlr.press/v40/Komiyama15.html",
    "Li, Markov, de Rijke and Zoghi 2020": "https://arxiv.org/abs/1812.04412",
    "Neu 2015": "https://arxiv.org/abs/1506.03271",
    "Robbins 1970": "https://doi.org/10.1214/aoms/1177696786",
    "Saha, Koren and Mansour 2021": "https://arxiv.org/abs/2010.14563",
    "Thune and Seldin 2018": "https://arxiv.org/abs/1807.00636",
    "Urvoy, Clérot, Féraud and Naamane 2013": "https://proceedings.mlr.press/v28/urvoy13.html",
    "Yue and Joachims 2011": "https://dl.acm.org/doi/10.5555/3104482.3104513",
    "Yue, Broder, Kleinberg and Joachims 2012": "https://doi.org/10.1016/j.jcss.2011.12.028",
    "Zimmert and Seldin 2021": "https://arxiv.org/abs/1807.07623",
    "Zoghi et al. 2014": "https://proceedings.mlr.press/v32/zoghi14.html",
    "Zoghi et al. 2014 (WSDM)": "",  # another paper of the same year
}


def linked(reference: str) -> list[tuple[str, str]]:
    """A reference in parts, each with the address of the paper that it names, or with an empty text."""
    longest_first = sorted(PAPERS, key=len, reverse=True)
    parts = re.split(f"({'|'.join(map(re.escape, longest_first))})", reference)
    return [(part, PAPERS.get(part, "")) for part in parts if part]
