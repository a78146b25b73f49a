// SPDX-License-Identifier: MIT
pragma solidity >=0.8.19 <0.9.0;

/// A share of the vault, kept as its own type so amounts never mix.
type Shares is uint128;

using {addShares as +, gtShares as >, raw} for Shares global;

error NotKeeper(address caller, bytes32 role);
error Empty();

uint256 constant SCALE = 10 ** 18;

enum Phase { Closed, Open, Winding }

function addShares(Shares a, Shares b) pure returns (Shares) {
    return Shares.wrap(Shares.unwrap(a) + Shares.unwrap(b));
}

function gtShares(Shares a, Shares b) pure returns (bool) {
    return Shares.unwrap(a) > Shares.unwrap(b);
}

function raw(Shares a) pure returns (uint128) {
    return Shares.unwrap(a);
}

interface IAsset {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function balanceOf(address who) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
}

abstract contract Keeper {
    address internal immutable keeper;
    bytes32 public constant ROLE = keccak256("keeper.role");

    constructor(address first) {
        keeper = first == address(0) ? msg.sender : first;
    }

    modifier onlyKeeper() virtual {
        if (msg.sender != keeper) revert NotKeeper(msg.sender, ROLE);
        _;
    }

    function label() public view virtual returns (string memory);
}

contract Vault is Keeper {
    struct Account {
        Shares held;
        uint64 since;
        uint256[] history;
        mapping(uint256 => bool) claimed;
    }

    event Deposited(address indexed who, uint256 amount, Shares minted);
    event Moved(address, address) anonymous;

    Phase public phase = Phase.Closed;
    mapping(address owner => Account account) private accounts;
    mapping(address => mapping(address => uint256)) internal allowance;
    uint256[3] private weights = [uint256(1), 2, 3];
    uint256 private total;

    constructor(address first) Keeper(first) payable {
        phase = Phase.Open;
        delete weights[2];
    }

    receive() external payable {
        total += msg.value;
    }

    fallback(bytes calldata data) external payable returns (bytes memory) {
        return data.length >= 4 ? bytes(data[4:]) : bytes("");
    }

    function label() public pure override returns (string memory) {
        return string(abi.encodePacked("vault", unicode"é", hex"0a_0b"));
    }

    function deposit(uint256 amount) external payable returns (Shares minted) {
        require(phase == Phase.Open && amount != 0, "closed");
        Account storage account = accounts[msg.sender];
        minted = Shares.wrap(uint128(amount * SCALE / (total + 1)));
        account.held = account.held + minted;
        account.history.push(amount);
        account.since = uint64(block.timestamp);
        emit Deposited({who: msg.sender, amount: amount, minted: minted});
    }

    function withdraw(address payable to, uint256 amount) external onlyKeeper {
        if (total < amount) {
            revert Empty();
        } else if (amount > 1 ether) {
            total -= amount;
        }
        (bool sent, ) = to.call{value: amount, gas: 30_000}("");
        require(sent);
    }
}
